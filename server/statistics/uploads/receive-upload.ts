import type { Context } from 'koa';
import { text } from '#shared/fields.ts';
import { LARGEST_FILE } from '#shared/limits.ts';
import type { User } from '#shared/schemas/user.ts';
import type { IncomingFiles } from '../../http/request/incoming-files.ts';
import { type Received, type ReceiveOptions, receiveFiles } from '../../http/request/receive-files.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import type { RawUpload } from './upload-fields.ts';

const MAX_FIELDS_BYTES = 100_000;

/** Some twenty fields, one of which names columns. */
const MAX_JSON_VALUES = 200;
const fileName = text();
const tooLarge = 'max_size_exceded';

const options: ReceiveOptions<'file' | 'consentFile'> = {
  names: ['file', 'consentFile'],
  form: { bytes: 2 * LARGEST_FILE + MAX_FIELDS_BYTES, tooLarge },
  /** Two files as base64 data URLs, and the fields. */
  json: {
    bytes: Math.ceil((2 * LARGEST_FILE * 4) / 3) + MAX_FIELDS_BYTES,
    values: MAX_JSON_VALUES,
    tooLarge,
  },
  limitOf: () => ({ bytes: LARGEST_FILE, tooLarge: () => new AppError(413, tooLarge) }),
  checkName(field, name) {
    if (fileName.safeParse(name).success) return;
    throw invalidInput([{ path: [field], message: 'has a file name that is too long or no text' }]);
  },
  nameInJson: (field) => field,
};

/** Receives what brings files: an upload, its preview, an edit, a consent, a header image. `remove`: see receiveFiles, which throws. */
export async function receiveUpload(
  ctx: Context,
  incoming: IncomingFiles,
  user: User,
): Promise<RawUpload & Pick<Received<never>, 'directory' | 'remove'>> {
  const { files, ...received } = await receiveFiles(ctx, incoming, user.id, options);
  return { ...received, ...files };
}
