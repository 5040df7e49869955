export const complaintFields = ['kind', 'product', 'batch', 'description', 'name', 'contact'] as const;

export type Complaint = Record<(typeof complaintFields)[number], string>;

export const emptyComplaint: Complaint = {
  kind: 'quality',
  product: '',
  batch: '',
  description: '',
  name: '',
  contact: '',
};

/** A mailto address that opens the user's own mail program with the complaint filled in. */
export function mailAddress(to: string, subject: string, lines: readonly string[]): string {
  const body = lines.join('\r\n\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
