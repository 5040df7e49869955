// Loaded before the program by the npm scripts (node --require). Must run on any Node, so that it can say what is wrong.
'use strict';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    [
      `This needs Node 24, which npm ci puts into node_modules; here runs Node ${process.versions.node}.`,
      'Its install script seems to have been blocked. Run this, then try again:',
      '',
      '  npm rebuild node --ignore-scripts=false',
      '',
      'or install Node 24 on the machine.',
    ].join('\n'),
  );
  process.exit(1);
}

// With libuv's default of 4 threads, four heavy DuckDB queries hold up every other one. Read at first use of the pool.
process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '16';
