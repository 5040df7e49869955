import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { headerImagesQuery } from '../../../api/header-images.ts';
import { uploadersQuery } from '../../../api/people.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import type { StatisticForm } from '../form/statistic-form.ts';
import type { EditGroup } from './edit-changes.ts';

/** What a person reads of an entry: names in place of ids, a dash where nothing is entered. */
export function useEntryText({
  uploader: before,
}: Statistic): (group: EditGroup, form: StatisticForm) => string {
  const { t } = useTranslation(['portal', 'upload']);
  const { data: uploaders = [] } = useQuery(uploadersQuery);
  const { data: images = [] } = useQuery(headerImagesQuery);
  const nameOf = (list: readonly { id: number | string; name: string }[], id: string) =>
    list.find((each) => String(each.id) === id)?.name ?? id;
  const texts: Record<EditGroup, (form: StatisticForm) => string> = {
    customer: ({ customerName, customerExternalId }) =>
      [customerName, customerExternalId].filter(Boolean).join(' · '),
    timeRange: (form) => formatTimeRange(form),
    uploader: ({ uploader }) =>
      uploader === ''
        ? t('upload:form.deletedUploader')
        : nameOf(before ? [...uploaders, before] : uploaders, uploader),
    user: ({ user: name }) => name,
    headerImage: ({ headerImageId }) => nameOf(images, headerImageId),
    comment: ({ comment }) => comment,
    testUpload: ({ testUpload }) => t(testUpload ? 'conflict.yes' : 'conflict.no'),
  };
  return (group, form) => texts[group](form) || '–';
}
