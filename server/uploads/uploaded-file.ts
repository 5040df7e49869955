/** Bound on an uploaded file, in bytes. */
export const MAX_FILE_BYTES = 15_728_640;

export type UploadedFile = { name: string; bytes: Uint8Array };
