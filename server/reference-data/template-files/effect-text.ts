import { type Language, translate } from '../../platform/i18n/messages.ts';
import { swissDate } from '../../platform/i18n/swiss.ts';
import type { Effect } from './report.ts';

/** What using a file changed, in words. */
export function effectText(effect: Effect, language: Language): string {
  const name = effect.kind === 'rows' && effect.first ? 'first' : effect.kind;
  return translate(language, `templateFiles.effect.${name}`, withDays(effect));
}

/** Days among them as DD.MM.YYYY. */
export function withDays(params: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : swissDate(String(value)),
    ]),
  );
}
