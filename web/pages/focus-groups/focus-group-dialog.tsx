import { Button, Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCheckDigit } from '#shared/identifiers.ts';
import { refusedFields } from '../../api/client.ts';
import {
  type FocusGroup,
  type FocusGroupFields,
  focusGroupChoicesQuery,
  focusGroupsQuery,
  saveFocusGroup,
} from '../../api/focus-groups.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { VersionConflict } from '../../components/forms/conflict-choice.tsx';
import { OptionList } from '../../components/forms/option-list.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { useVersionedSave } from '../../components/forms/use-versioned-save.ts';
import { formatCount } from '../../i18n/formats.ts';
import { readGtins, type UnfitPiece } from './pasted-gtins.ts';
import './focus-group-dialog.css';

interface FocusGroupDialogProps {
  /** null: a new one. */
  group: FocusGroup | null;
  onClose: () => void;
}

const formId = 'focus-group-form';

/** Name, molecules and products of a focus group. */
export default function FocusGroupDialog({ group, onClose }: FocusGroupDialogProps) {
  const { t } = useTranslation(['focusGroups', 'portal']);
  const id = group?.focusGroupID ?? null;
  const draft = useDraft(`focus-group:${id ?? 'new'}`, formOf(group), group?.version);
  const { form, change, isChanged } = draft;
  const [checked, setChecked] = useState(false);
  const [pasted, setPasted] = useState('');
  const [told, setTold] = useState<Told>();
  const choices = useQuery(focusGroupChoicesQuery);
  const offer = useMemo(() => {
    const { molecules = [], products = [] } = choices.data ?? {};
    return {
      molecules: molecules.map(({ molecule, products: count }) => ({
        id: molecule,
        name: molecule,
        detail: t('list.products', { count, products: formatCount(count) }),
      })),
      products: products.map(({ gtin, pharmacode, description, manufacturer }) => ({
        id: gtin,
        name: description,
        detail: [gtin, pharmacode, manufacturer].filter(Boolean).join(' · '),
      })),
    };
  }, [choices.data, t]);
  const known = {
    molecules: useMemo(() => new Set(offer.molecules.map((each) => each.id)), [offer]),
    gtins: useMemo(() => new Set(offer.products.map((each) => each.id)), [offer]),
  };
  const saving = useVersionedSave<FocusGroupFields, FocusGroup>({
    save: ({ form: fields, version }) => saveFocusGroup(id, fields, version),
    async findStored() {
      const list = await queryClient.fetchQuery({ ...focusGroupsQuery, staleTime: 0 });
      const stored = list.find(({ focusGroupID }) => focusGroupID === id);
      return stored && { form: formOf(stored), version: stored.version };
    },
    onSaved(saved) {
      showSuccess(t('saved', { name: saved.name }));
      close();
    },
  });
  const isNameless = form.name.trim() === '';
  const isTaken = refusedFields(saving.error).includes('name');

  function close() {
    draft.forget();
    onClose();
  }

  /** Adds the products of what is pasted; gives all that are chosen then, or null while something of it does not fit. */
  function addPasted(): readonly string[] | null {
    if (pasted.trim() === '') return form.gtins;
    if (!choices.data) return null;
    const { gtins, unfit } = readGtins(pasted, known.gtins);
    const isNew = gtins.filter((gtin) => !form.gtins.includes(gtin));
    const all = [...form.gtins, ...isNew];
    change({ gtins: all });
    setTold({ added: isNew.length, unfit });
    setPasted('');
    return unfit.length > 0 ? null : all;
  }

  function submit() {
    setChecked(true);
    saving.reset();
    if (isNameless) return false;
    // What was pasted is meant to be saved, too.
    const gtins = addPasted();
    if (gtins === null) return false;
    saving.save({ form: { ...form, gtins }, before: draft.before, version: draft.version });
    return true;
  }

  if (saving.conflict) {
    return (
      <VersionConflict
        saving={saving}
        labelOf={(name) => (name === 'name' ? t('name') : t(`kind.${name}`))}
        textOf={(name, one, other) => {
          if (name === 'name') return one.name;
          const offered = name === 'molecules' ? offer.molecules : offer.products;
          return <MembersBeside chosen={one[name]} other={other[name]} offered={offered} />;
        }}
        onClose={close}
      />
    );
  }
  return (
    <FormDialog
      wide
      title={t(group ? 'edit' : 'add')}
      formId={formId}
      className="admin-form"
      submit={t('save')}
      saving={saving}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={isChanged || pasted.trim() !== ''}
      isKept={draft.isKept}
    >
      {choices.isError && <FailureNotice error={choices.error} onRetry={choices.refetch} />}
      <TextField
        id="focus-group-name"
        label={t('name')}
        required
        value={form.name}
        problem={checked && isNameless ? t('problem.name') : isTaken ? t('problem.taken') : undefined}
        onChange={(name) => change({ name })}
      />
      {(['molecules', 'gtins'] as const).map((kind) => {
        const members = kind === 'molecules' ? offer.molecules : offer.products;
        const chosen = form[kind];
        const gone = choices.data ? chosen.filter((member) => !known[kind].has(member)) : [];
        return (
          <section key={kind} className="member-list__part">
            <h3>{t(`chosen.${kind}`, { count: chosen.length, chosen: formatCount(chosen.length) })}</h3>
            {gone.length > 0 && (
              <Callout role="status" intent="warning" icon={<WarningSign />} className="form-notice">
                {t('gone.text', { count: gone.length })}
                <ul className="member-list__gone">
                  {gone.map((member) => (
                    <li key={member}>
                      {kind === 'gtins' && !hasCheckDigit(member)
                        ? `${member} – ${t('paste.checkDigit')}`
                        : member}
                    </li>
                  ))}
                </ul>
                <Button
                  variant="outlined"
                  text={t('gone.remove')}
                  onClick={() => change({ [kind]: chosen.filter((member) => known[kind].has(member)) })}
                />
              </Callout>
            )}
            {choices.isPending ? (
              <div className="member-list__waiting bp6-skeleton" role="status" aria-label={t('loading')} />
            ) : (
              <MemberList
                label={t(`kind.${kind}`)}
                members={members}
                chosen={chosen}
                onChange={(next) => change({ [kind]: next })}
              />
            )}
            {kind === 'gtins' && (
              <PasteGtins
                text={pasted}
                told={told}
                isWaiting={!choices.data}
                problem={checked && pasted.trim() !== '' && !choices.data ? t('loading') : undefined}
                onChange={setPasted}
                onAdd={addPasted}
              />
            )}
          </section>
        );
      })}
    </FormDialog>
  );
}

function formOf(group: FocusGroup | null): FocusGroupFields {
  return {
    name: group?.name ?? '',
    molecules: group?.molecules.map(({ molecule }) => molecule) ?? [],
    gtins: group?.products.map(({ gtin }) => gtin) ?? [],
  };
}

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

interface Member {
  id: string;
  name: string;
  detail: string;
}

interface MemberListProps {
  label: string;
  members: readonly Member[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

const textOf = ({ id, name, detail }: Member) => `${name} ${detail} ${id}`;

/** Any number of members out of thousands, found by name, number or detail. */
function MemberList({ members, ...props }: MemberListProps) {
  return (
    <OptionList {...props} className="member-list" options={members} textOf={textOf} rowHeight={44}>
      {({ name, detail }) => (
        <span className="option-list__name">
          {name} <small>{detail}</small>
        </span>
      )}
    </OptionList>
  );
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
