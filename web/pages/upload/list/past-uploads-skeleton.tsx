import { useTranslation } from 'react-i18next';

/** Stands for the list while it is loading, in about its size. */
export function PastUploadsSkeleton() {
  const { t } = useTranslation('upload');
  return (
    <div role="status" aria-label={t('past.loading')}>
      {[62, 48, 70, 55, 66, 44, 58, 50].map((percent) => (
        <div key={percent} className="past-uploads__skeleton">
          <span className="bp6-skeleton" style={{ width: `${percent}%` }} />
        </div>
      ))}
    </div>
  );
}
