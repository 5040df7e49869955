import { Card } from '@blueprintjs/core';
import { Media } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headerImageQuery, headerImages } from '../../api/header-images.ts';
import { RecordList } from '../../components/lists/record-list.tsx';
import { lazyComponent } from '../../components/loading/lazy.ts';
import './header-images-page.css';

const HeaderImageDialog = lazyComponent(() => import('./header-image-dialog.tsx'));

/** Pictures that may head a customer's dashboard. */
export function Component() {
  const { t } = useTranslation('headerImages');
  return (
    <RecordList
      t={t}
      calls={headerImages}
      icon={<Media size={36} />}
      dialog={(image, onClose) => <HeaderImageDialog image={image} onClose={onClose} />}
    >
      {(images, actionsOf) => (
        <ul className="plain-list header-images">
          {images.map((image) => (
            <li key={image.id}>
              <Card className="stack gap-2 header-images__image">
                <Picture id={image.id} />
                <h2>{image.name}</h2>
                <div className="row row--tight row--apart note header-images__foot">
                  <span>{t('used', { count: image.statistics ?? 0 })}</span>
                  <span>{actionsOf(image)}</span>
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
