import { useTranslation } from 'react-i18next';
import { type NamedSource, nameStockoutSource } from '../../api/template-files.ts';
import RecordForm from '../../components/lists/record-form.tsx';

interface SourceNameDialogProps {
  /** null: a new one. */
  source: NamedSource | null;
  onClose: () => void;
}

const calls = {
  idOf: ({ id }: NamedSource) => id,
  nameOf: ({ name }: NamedSource) => name,
  save: (source: NamedSource | null, { name = '' }: Partial<NamedSource>) =>
    nameStockoutSource(source?.id ?? null, name),
  findStored: async (source: NamedSource) => source,
};

/** Names a source of stock-out lists, or calls it otherwise. */
export default function SourceNameDialog({ source, onClose }: SourceNameDialogProps) {
  const { t } = useTranslation('templateFiles');
  return (
    <RecordForm
      calls={calls}
      item={source}
      kind="stockout-source"
      title={source ? t('source.renameOf', { name: source.name }) : t('source.add')}
      parts={[
        {
          name: 'name',
          kind: 'text',
          label: t('source.name'),
          required: true,
          maxLength: 60,
          problem: t('source.nameProblem'),
          hint: t('source.intro'),
        },
      ]}
      onClose={onClose}
    />
  );
}
