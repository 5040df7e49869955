import { useCallback } from 'react';
import { Link } from '../../../components/navigation/link.tsx';
import { labelled } from '../../../i18n/labelled.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { type Bar, barHeight } from './bar.ts';
import { PlotFigure } from './plot-figure.tsx';
import './top-bars-chart.css';
import { topBarsPlot } from './top-bars-plot.ts';

interface TopBarsChartProps {
  bars: readonly Bar[];
  label: string;
  nameHeading: string;
  figureHeading: string;
}

/** The bars, and over each its row of a table: the name leads to what is behind it, the figure answers why. */
export default function TopBarsChart({ bars, label, nameHeading, figureHeading }: TopBarsChartProps) {
  const options = useCallback((width: number) => topBarsPlot(bars, width), [bars]);
  return (
    <div className="top-bars">
      <PlotFigure options={options} height={bars.length * barHeight} />
      <table className="top-bars__labels" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{nameHeading}</span>
            </th>
            <th scope="col">
              <span className="visually-hidden">{figureHeading}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ id, name, figure, to, question, own = false }) => (
            <tr key={id} style={{ height: barHeight }} data-own={own}>
              <th scope="row">
                <Link to={to} title={name}>
                  {name}
                </Link>
              </th>
              <td>
                <WhyButton question={question} label={labelled(name, figureHeading)}>
                  {figure}
                </WhyButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
