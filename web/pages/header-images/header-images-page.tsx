import { Card } from '@blueprintjs/core';
import { Edit, Media, Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteHeaderImage, headerImageQuery, headerImagesQuery } from '../../api/header-images.ts';
import { RecordList } from '../../components/lists/record-list.tsx';
import { laterCode } from '../../components/loading/later-code.ts';
import { RowAction } from '../../components/tables/row-action.tsx';
import './header-images-page.css';

const HeaderImageDialog = laterCode(() => import('./header-image-dialog.tsx'));

/** Pictures that may head a customer's dashboard. */
export function Component() {
  const { t } = useTranslation('headerImages');
  return (
    <RecordList
      texts="headerImages"
      query={headerImagesQuery}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      icon={<Media size={36} />}
      remove={deleteHeaderImage}
      dialog={(image, onClose) => <HeaderImageDialog image={image} onClose={onClose} />}
    >
      {(images, { onEdit, onDelete }) => (
        <ul className="plain-list header-images">
          {images.map((image) => (
            <li key={image.id}>
              <Card className="stack gap-2 header-images__image">
                <Picture id={image.id} />
                <h2>{image.name}</h2>
                <div className="row row--tight row--apart note header-images__foot">
                  <span>{t('used', { count: image.statistics ?? 0 })}</span>
                  <span>
                    <RowAction
                      name={t('action.rename', { name: image.name })}
                      icon={<Edit />}
                      onClick={() => onEdit(image)}
                    />
                    <RowAction
                      name={t('action.delete', { name: image.name })}
                      icon={<Trash />}
                      onClick={() => onDelete(image)}
                    />
                  </span>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </RecordList>
  );
}

function Picture({ id }: { id: number }) {
  const { data: picture } = useQuery(headerImageQuery(id));
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return undefined;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return <img src={address} alt="" />;
}
