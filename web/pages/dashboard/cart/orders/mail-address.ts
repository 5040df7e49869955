/** Whether a contact is one mail address, and not a name, a number or an address of the web. */
export function isMailAddress(contact: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(contact);
}
