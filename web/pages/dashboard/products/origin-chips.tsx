import { Cross } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import '../filter/filter.css';
import { type GroupingName, type GroupingOption, groupingNames, groupings } from '#shared/groupings.ts';
import { useProvider } from '../filter/use-filter-texts.ts';
import type { ProductChoice } from './products-queries.ts';

type Origin = Pick<ProductChoice, 'behind' | 'article' | 'setFind'>;

/** Of which figure the list shows the articles, where a figure led here; pressing one takes it away. */
export function OriginChips({
  behind,
  article,
  setFind,
  onChange,
}: Origin & { onChange: (changed: Partial<Origin>) => void }) {
  const { t } = useTranslation(['products', 'filters', 'groups']);
  const { provider } = useProvider();
  const chips = behind.map((value) => ({
    key: value,
    text: isGroupingOption(value)
      ? t(`groups:${groupingOf[value]}.behind`)
      : t(`behind.${value}`, { provider }),
    remove: () => onChange({ behind: behind.filter((each) => each !== value) }),
  }));
  if (article.length > 0) {
    chips.push({
      key: 'all' as never,
      text: t('articles', { count: article.length }),
      remove: () => onChange({ article: [] }),
    });
  }
  if (setFind.length > 0) {
    chips.push({
      key: 'setFind' as never,
      text: t('behind.setFind', { text: setFind.join(' ') }),
      remove: () => onChange({ setFind: [] }),
    });
  }
  return chips.map(({ key, text, remove }) => (
    <button
      key={key}
      type="button"
      className="chip"
      aria-label={t('filters:chip.remove', { text })}
      onClick={remove}
    >
      <span className="chip__text">{text}</span>
      <Cross size={14} />
    </button>
  ));
}

const groupingOf = Object.fromEntries(groupingNames.map((name) => [groupings[name].has, name])) as Record<
  GroupingOption,
  GroupingName
>;

function isGroupingOption(value: string): value is GroupingOption {
  return Object.hasOwn(groupingOf, value);
}
