FROM node:24.21.0-bookworm-slim AS build
WORKDIR /portal
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
# Of .git there is what says the commit; npm run build notes it.
RUN npm run build && rm -rf .git

FROM node:24.21.0-bookworm-slim
WORKDIR /portal
COPY --from=build /portal ./
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
ENV HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# npm start without npm, which would ask for newer versions of itself.
CMD ["node", "--initial-old-space-size=256", "--require", "./scripts/require-node.cjs", "server/main.ts"]
