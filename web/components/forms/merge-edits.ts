/**
 * An edit on top of what somebody else stored meanwhile: who has changed a field alone has the say. `both`: what both have
 * changed, to different values; `form` has the user's own there.
 */
export function mergeEdits<Form extends object>(
  before: Form,
  mine: Form,
  stored: Form,
): { form: Form; both: (keyof Form & string)[] } {
  const names = Object.keys(mine) as (keyof Form & string)[];
  const changed = names.filter((name) => !isSame(mine[name], before[name]));
  return {
    form: { ...stored, ...only(mine, changed) },
    both: changed.filter((name) => !isSame(stored[name], before[name]) && !isSame(stored[name], mine[name])),
  };
}

/** These fields of a form. */
export function only<Form extends object>(form: Form, names: readonly (keyof Form)[]): Partial<Form> {
  return Object.fromEntries(names.map((name) => [name, form[name]])) as Partial<Form>;
}

/** Of lists the order says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return text(one) === text(other);
}
