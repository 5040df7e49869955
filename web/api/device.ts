import { sharedStorage } from './browser-storage.ts';

const key = 'device';

/** By what the portal knows this browser from earlier sign-ins, whoever's; it opens nothing and stays on signing out. */
export function readDevice(): string | undefined {
  return sharedStorage.read(key) ?? undefined;
}

export function keepDevice(token: string): void {
  sharedStorage.write(key, token);
}
