import type { Badge } from './badges.ts';
import type { BadgeTexts, FactOf } from './use-badge-texts.ts';
import './row-badges.css';

export interface Note {
  row: number;
  badges: readonly Badge[];
  /** Of what the note belongs to, in the window. */
  place: { left: number; top: number; bottom: number };
  /** Stays until it is closed, in contrast to one that the pointer passes over. */
  pinned: boolean;
}

interface BadgeNoteProps {
  note: Note | null;
  /** What a row's badges tell; undefined while there are no rows. */
  factsOf: ((row: number) => FactOf) | undefined;
  texts: BadgeTexts;
}

const width = 320;
const gap = 6;

/** What a row's badges mean, beside them. Screen readers hear it when it changes. */
export function BadgeNote({ note, factsOf, texts }: BadgeNoteProps) {
  return (
    <div
      className="badge-note"
      role="status"
      data-shown={note !== null}
      style={note ? placed(note) : undefined}
    >
      {note &&
        factsOf &&
        note.badges.map((badge) => {
          const details = texts.details(badge, factsOf(note.row));
          return (
            <section key={badge.side + badge.kind}>
              <p className="badge-note__title">{texts.title(badge)}</p>
              {details.length > 0 && (
                <dl className="facts">
                  {details.map(({ name, value }) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </section>
          );
        })}
    </div>
  );
}

/** Below what it belongs to, above it in the lower half of the window. */
function placed({ place }: Note): React.CSSProperties {
  const left = Math.max(gap, Math.min(place.left, innerWidth - width - gap));
  return place.bottom < innerHeight * 0.6
    ? { left, top: place.bottom + gap, width }
    : { left, bottom: innerHeight - place.top + gap, width };
}
