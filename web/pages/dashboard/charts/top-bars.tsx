import { useTranslation } from 'react-i18next';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyPart } from '../../../components/loading/lazy-part.tsx';
import { type Bar, barHeight } from './bar.ts';
import './top-bars.css';

/** Plot is large: it comes after the figures. */
const TopBarsChart = lazyComponent(() => import('./top-bars-chart.tsx'));

interface TopBarsProps {
  bars: readonly Bar[];
  label: string;
  nameHeading: string;
  figureHeading: string;
}

/** A bar chart of the largest rows, or that there is nothing to show. */
export function TopBars(props: TopBarsProps) {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const bars = props.bars.filter(({ value }) => value > 0);
  const room = <div style={{ height: bars.length * barHeight }} />;
  if (bars.length === 0) return <p className="nothing">{t('noInformation')}</p>;
  return (
    <>
      <LazyPart placeholder={room}>
        <TopBarsChart {...props} bars={bars} />
      </LazyPart>
      {bars.some(({ own }) => own) && (
        <p className="row row--tight note top-bars__own">{t('manufacturer.own', { provider })}</p>
      )}
    </>
  );
}
