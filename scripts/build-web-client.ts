import { writeFile } from 'node:fs/promises';
import { commitFile, readCommit } from '#server/platform/build.ts';
import { buildWebClient } from '#server/start/web-client.ts';
import { takesNoOptions } from './no-options.ts';

takesNoOptions('npm run build');

// What npm start does where the sources have changed, for an image in which nothing may be written.
await buildWebClient(console.log);
await writeFile(commitFile, readCommit('.') ?? '');
