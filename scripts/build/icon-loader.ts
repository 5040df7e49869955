/**
 * Stands in for Blueprint's loader of icons by name, whose list of all their names every page would begin with: a
 * twenty-fifth of its script. Icons are given as components; a name says so where it is drawn.
 */
export const Icons = {
  getPaths: () => undefined,
  load(name: string): never {
    throw new Error(`The icon “${name}” is to be given as a component of @blueprintjs/icons.`);
  },
};
