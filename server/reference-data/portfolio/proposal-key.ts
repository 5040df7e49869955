/**
 * The number by which a proposal stands in place of a catalogue revision where statistics are joined with it. No revision
 * has a negative number.
 */
export function proposalKey(proposal: number): number {
  return -proposal;
}

export function isProposal(revision: number): boolean {
  return revision < 0;
}

export function proposalOf(revision: number): number {
  return -revision;
}
