/** Molecules and products that the sales force looks at together. Molecules as the catalogue names them. */
export type FocusGroup = { id: number; name: string; molecules: readonly string[]; gtins: readonly string[] };

/** Parameters of sql/load/catalogue.sql: one entry per member, and one for a group that has none. */
export function focusGroupParameters(groups: readonly FocusGroup[]) {
  const members = groups.flatMap(({ id, name, molecules, gtins }) => {
    const rows = [
      ...molecules.map((molecule) => ({ id, name, molecule, gtin: '' })),
      ...gtins.map((gtin) => ({ id, name, molecule: '', gtin })),
    ];
    return rows.length > 0 ? rows : [{ id, name, molecule: '', gtin: '' }];
  });
  return {
    focusGroupIds: members.map(({ id }) => String(id)),
    focusGroupNames: members.map(({ name }) => name),
    focusGroupMolecules: members.map(({ molecule }) => molecule),
    focusGroupGtins: members.map(({ gtin }) => gtin),
  };
}
