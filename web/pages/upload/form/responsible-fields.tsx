import { FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { headerImagesQuery } from '../../../api/header-images.ts';
import { userListQuery } from '../../../api/people.ts';
import { sessionQuery } from '../../../api/session.ts';
import type { FieldsProps } from './customer-fields.tsx';
import { longestText } from './statistic-form.ts';

/** Whose upload it is, the comment and the image on top of the dashboard. */
export function ResponsibleFields({
  form,
  onChange,
  problem,
}: FieldsProps & { problem?: string | undefined }) {
  const { t } = useTranslation('upload');
  const { data: user } = useQuery(sessionQuery);
  const { data: images = [] } = useQuery(headerImagesQuery);
  return (
    <fieldset className="form-part">
      <legend>{t('form.responsible')}</legend>
      <div className="form-row">
        {user?.role === 'Admin' && <UploaderField form={form} onChange={onChange} />}
        <FormGroup
          label={t('form.user')}
          labelFor="user"
          intent={problem ? 'danger' : 'none'}
          helperText={problem}
        >
          <InputGroup
            id="user"
            maxLength={longestText}
            value={form.user}
            intent={problem ? 'danger' : 'none'}
            aria-invalid={problem !== undefined}
            onValueChange={(name) => onChange({ user: name })}
          />
        </FormGroup>
        {images.length > 0 && (
          <FormGroup label={t('form.headerImage')} labelFor="header-image" labelInfo={t('form.optional')}>
            <HTMLSelect
              fill
              id="header-image"
              value={form.headerImageId}
              onChange={(event) => onChange({ headerImageId: event.currentTarget.value })}
            >
              <option value="">{t('form.noHeaderImage')}</option>
              {images.map((image) => (
                <option key={image.id} value={image.id}>
                  {image.name}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        )}
      </div>
      <FormGroup label={t('form.comment')} labelFor="comment" labelInfo={t('form.optional')}>
        <TextArea
          fill
          id="comment"
          rows={2}
          maxLength={longestText}
          value={form.comment}
          onChange={(event) => onChange({ comment: event.currentTarget.value })}
        />
      </FormGroup>
    </fieldset>
  );
}

/** Admins upload for others too; choosing one makes them the sales representative. */
function UploaderField({ form, onChange }: FieldsProps) {
  const { t } = useTranslation('upload');
  const { data: users = [] } = useQuery(userListQuery);
  return (
    <FormGroup label={t('form.uploader')} labelFor="uploader">
      <HTMLSelect
        fill
        id="uploader"
        value={form.uploader}
        onChange={(event) => {
          const id = event.currentTarget.value;
          const chosen = users.find((candidate) => String(candidate.id) === id);
          onChange({ uploader: id, ...(chosen && { user: chosen.name }) });
        }}
      >
        {users.map((candidate) => (
          <option key={candidate.id} value={String(candidate.id)}>
            {candidate.name}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}
