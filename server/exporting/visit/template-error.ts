/** A template that can't be filled; the message says why. */
export class TemplateError extends Error {}
