import { Tab, Tabs } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyPart } from '../../components/loading/lazy-part.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { MergedTab } from './merged/merged-tab.tsx';
import './product-page.css';
import { useAddress } from '../../components/navigation/use-address.ts';

const LookUpTab = lazyComponent(() => import('./look-up/look-up-tab.tsx'));

const tabs = ['merged', 'look-up'] as const;

/** How the catalogue is built and published, and what it knows of a product. */
export function Component() {
  const { t } = useTranslation('merged');
  const { parameters, go } = useAddress();
  const tab = parameters.get('tab') === 'look-up' ? 'look-up' : 'merged';
  return (
    <article className="product-page">
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      <Tabs
        id="product-information"
        selectedTabId={tab}
        renderActiveTabPanelOnly
        animate={false}
        onChange={(chosen) => go({ tab: chosen === 'look-up' ? chosen : null })}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            id={name}
            title={t(`tab.${name}`)}
            panel={
              name === 'merged' ? (
                <MergedTab />
              ) : (
                <LazyPart placeholder={<div className="bp6-skeleton" style={{ height: 220 }} />}>
                  <LookUpTab />
                </LazyPart>
              )
            }
          />
        ))}
      </Tabs>
    </article>
  );
}
