import { Button, Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCheckDigit } from '#shared/identifiers.ts';
import { type FocusGroup, focusGroupChoicesQuery, focusGroups } from '../../api/focus-groups.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { OptionList } from '../../components/forms/option-list.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import type { OwnEntry } from '../../components/lists/record-fields.ts';
import RecordForm from '../../components/lists/record-form.tsx';
import { formatCount } from '../../i18n/formats.ts';
import { readGtins, type UnfitPiece } from './pasted-gtins.ts';
import './focus-group-dialog.css';

interface FocusGroupDialogProps {
  /** null: a new one. */
  group: FocusGroup | null;
  onClose: () => void;
}

type Molecules = FocusGroup['molecules'];
type Products = FocusGroup['products'];

const gtinsOf = (products: Products) => products.map(({ gtin }) => gtin);
const productsOf = (gtins: readonly string[]) => gtins.map((gtin) => ({ gtin }));
const namesOf = (molecules: Molecules) => molecules.map(({ molecule }) => molecule);

/** Name, molecules and products of a focus group. */
export default function FocusGroupDialog({ group, onClose }: FocusGroupDialogProps) {
  const { t } = useTranslation('focusGroups');
  const [pasted, setPasted] = useState('');
  const [told, setTold] = useState<Told>();
  const [isTooSoon, setTooSoon] = useState(false);
  const choices = useQuery(focusGroupChoicesQuery);
  const offer = useMemo(() => {
    const { molecules = [], products = [] } = choices.data ?? {};
    return {
      molecules: molecules.map(({ molecule, products: count }) => ({
        id: molecule,
        name: molecule,
        detail: t('list.products', { count, products: formatCount(count) }),
      })),
      gtins: products.map(({ gtin, pharmacode, description, manufacturer }) => ({
        id: gtin,
        name: description,
        detail: [gtin, pharmacode, manufacturer].filter(Boolean).join(' · '),
      })),
    };
  }, [choices.data, t]);
  const isWaiting = choices.isPending;

  /** Adds the products of what is pasted; gives all that are chosen then, or null while something of it does not fit. */
  function addPasted(chosen: Products, choose: (products: unknown) => void): Products | null {
    if (pasted.trim() === '') return chosen;
    setTooSoon(!choices.data);
    if (!choices.data) return null;
    const { gtins, unfit } = readGtins(pasted, new Set(offer.gtins.map(({ id }) => id)));
    const isNew = gtins.filter((gtin) => !gtinsOf(chosen).includes(gtin));
    const all = [...chosen, ...productsOf(isNew)];
    choose(all);
    setTold({ added: isNew.length, unfit });
    setPasted('');
    return unfit.length > 0 ? null : all;
  }

  return (
    <RecordForm
      calls={focusGroups}
      item={group}
      kind="focus-group"
      title={t(group ? 'edit' : 'add')}
      isUnsaved={pasted.trim() !== ''}
      // What was pasted is meant to be saved, too.
      complete={(form, change) => {
        const all = addPasted(form.products as Products, (products) => change({ products }));
        return all && { ...form, products: all };
      }}
      parts={[
        {
          name: 'name',
          kind: 'text',
          label: t('name'),
          required: true,
          problem: t('problem.name'),
          taken: t('problem.taken'),
        },
        {
          name: 'molecules',
          kind: 'own',
          label: t('kind.molecules'),
          empty: [],
          draw: ({ value, onChange }: OwnEntry<Molecules>) => (
            <Members
              kind="molecules"
              members={isWaiting ? undefined : offer.molecules}
              chosen={namesOf(value)}
              onChange={(names) => onChange(names.map((molecule) => ({ molecule })))}
            />
          ),
          say: (one: Molecules, other: Molecules) => (
            <MembersBeside chosen={namesOf(one)} other={namesOf(other)} offered={offer.molecules} />
          ),
        },
        {
          name: 'products',
          kind: 'own',
          label: t('kind.gtins'),
          empty: [],
          draw: ({ value, onChange }: OwnEntry<Products>) => (
            <Members
              kind="gtins"
              members={isWaiting ? undefined : offer.gtins}
              chosen={gtinsOf(value)}
              onChange={(gtins) => onChange(productsOf(gtins))}
            >
              <PasteGtins
                text={pasted}
                told={told}
                isWaiting={!choices.data}
                problem={isTooSoon && !choices.data ? t('loading') : undefined}
                onChange={setPasted}
                onAdd={() => addPasted(value, onChange)}
              />
            </Members>
          ),
          say: (one: Products, other: Products) => (
            <MembersBeside chosen={gtinsOf(one)} other={gtinsOf(other)} offered={offer.gtins} />
          ),
        },
      ]}
      onClose={onClose}
    >
      {() => choices.isError && <FailureNotice error={choices.error} onRetry={choices.refetch} />}
    </RecordForm>
  );
}

interface MembersProps {
  kind: 'molecules' | 'gtins';
  /** undefined while they are loading. */
  members: readonly Member[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  children?: ReactNode;
}

/** What is chosen of one kind, with what the catalogue does not have any more. */
function Members({ kind, members, chosen, onChange, children }: MembersProps) {
  const { t } = useTranslation('focusGroups');
  const known = useMemo(() => members && new Set(members.map(({ id }) => id)), [members]);
  const gone = known?.size ? chosen.filter((member) => !known.has(member)) : [];
  return (
    <section className="member-list__part">
      <h3>{t(`chosen.${kind}`, { count: chosen.length, chosen: formatCount(chosen.length) })}</h3>
      {gone.length > 0 && (
        <Callout role="status" intent="warning" icon={<WarningSign />}>
          {t('gone.text', { count: gone.length })}
          <ul className="member-list__gone">
            {gone.map((member) => (
              <li key={member}>
                {kind === 'gtins' && !hasCheckDigit(member) ? `${member} – ${t('paste.checkDigit')}` : member}
              </li>
            ))}
          </ul>
          <Button
            variant="outlined"
            text={t('gone.remove')}
            onClick={() => onChange(chosen.filter((member) => !gone.includes(member)))}
          />
        </Callout>
      )}
      {members ? (
        <OptionList
          label={t(`kind.${kind}`)}
          options={members}
          chosen={chosen}
          onChange={onChange}
          className="member-list"
          textOf={textOf}
          rowHeight={44}
        >
          {({ name, detail }) => (
            <span className="option-list__name">
              {name} <small>{detail}</small>
            </span>
          )}
        </OptionList>
      ) : (
        <div className="member-list__waiting bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {children}
    </section>
  );
}

interface Member {
  id: string;
  name: string;
  detail: string;
}

const textOf = ({ id, name, detail }: Member) => `${name} ${detail} ${id}`;

interface MembersBesideProps {
  chosen: readonly string[];
  /** What somebody else chose. */
  other: readonly string[];
  offered: readonly { id: string; name: string }[];
}

const MOST_NAMES = 10;

/** How many members there are, and by name those that the other choice lacks. */
function MembersBeside({ chosen, other, offered }: MembersBesideProps) {
  const { t } = useTranslation('focusGroups');
  const others = new Set(other);
  const own = chosen.filter((member) => !others.has(member));
  const names = own
    .slice(0, MOST_NAMES)
    .map((member) => offered.find(({ id }) => id === member)?.name ?? member);
  if (own.length > MOST_NAMES) names.push(t('beside.more', { more: formatCount(own.length - MOST_NAMES) }));
  const count = t('beside.chosen', { count: chosen.length, chosen: formatCount(chosen.length) });
  return <>{names.length > 0 ? `${count}; ${t('beside.only', { names: names.join(', ') })}` : count}</>;
}

/** What became of a pasted list. */
type Told = { added: number; unfit: UnfitPiece[] };

interface PasteGtinsProps {
  text: string;
  told: Told | undefined;
  /** The products of the catalogue are not there yet. */
  isWaiting: boolean;
  problem: string | undefined;
  onChange: (text: string) => void;
  onAdd: () => void;
}

/** Adds the products of a pasted list of GTINs; what does not fit stays listed. */
function PasteGtins({ text, told, isWaiting, problem, onChange, onAdd }: PasteGtinsProps) {
  const { t } = useTranslation('focusGroups');
  const answer = useRef<HTMLDivElement>(null);
  // Where Save is pressed, it would stand below what is in sight of the dialog.
  useEffect(() => {
    if (told) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [told]);
  return (
    <div className="stack gap-2 member-list__paste">
      <TextField
        id="focus-group-paste"
        label={t('paste.label')}
        multiline
        maxLength={500_000}
        value={text}
        hint={t('paste.hint')}
        problem={problem}
        onChange={onChange}
      />
      <Button
        variant="outlined"
        text={t('paste.add')}
        disabled={isWaiting || text.trim() === ''}
        onClick={onAdd}
      />
      {told && (
        <Callout
          role="status"
          intent={told.unfit.length > 0 ? 'warning' : 'success'}
          icon={told.unfit.length > 0 ? <WarningSign /> : null}
        >
          <div ref={answer}>
            {t('paste.added', { count: told.added })}
            {told.unfit.length > 0 && (
              <>
                {' '}
                {t('paste.unfit', { count: told.unfit.length })}
                <ul className="member-list__gone">
                  {told.unfit.map(({ text: piece, reason }, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same text can stand there twice.
                    <li key={place}>
                      {piece} – {t(`paste.${reason}`)}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </Callout>
      )}
    </div>
  );
}
