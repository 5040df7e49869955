import {
  Button,
  ButtonGroup,
  Callout,
  Card,
  Checkbox,
  FormGroup,
  HTMLSelect,
  InputGroup,
  Menu,
  MenuDivider,
  MenuItem,
  ProgressBar,
  Radio,
  RadioGroup,
  SegmentedControl,
  Spinner,
  Switch,
  Tab,
  Tabs,
  Tag,
  TextArea,
} from '@blueprintjs/core';
import { Blank, InfoSign, ShoppingCart, Tick, TickCircle, Trash, WarningSign } from '@blueprintjs/icons';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { FailureNotice } from '../components/feedback/failure-notice.tsx';
import { PageMessage } from '../components/feedback/page-message.tsx';
import { Skeleton } from '../components/feedback/skeleton.tsx';
import { showDone, showFailure, showSuccess, showUndoable } from '../components/feedback/toasts.ts';
import { FindField } from '../components/tables/find-field.tsx';
import { ScrollingTable } from '../components/tables/scrolling-table.tsx';

const intents = ['none', 'primary', 'success', 'warning', 'danger'] as const;
const colours = {
  Grounds: [
    'ground',
    'surface',
    'surface-soft',
    'raised',
    'ground-behind',
    'line',
    'line-strong',
    'line-field',
  ],
  Text: ['ink', 'ink-soft', 'ink-disabled', 'hint'],
  Brand: ['brand-tint', 'brand-mid', 'brand', 'brand-hover', 'brand-dark', 'checked', 'focus', 'bar'],
  Meaning: [
    'highlight-tint',
    'highlight',
    'danger-tint',
    'danger',
    'alarm',
    'gone',
    'success-tint',
    'success',
    'done',
  ],
  Parts: ['part-1', 'part-2', 'part-3', 'part-4', 'part-5', 'part-6', 'part-rest'],
};
const sizes = ['tiny', 'small', 'note', '', 'lead', 'figure', 'title', 'display'];
const spaces = [0, 1, 2, 3, 4, 5, 6, 7];

/** All parts of the system in both themes, for who works on them: `npm run dev` alone has this page, at /styles. */
export function Component() {
  return (
    <>
      <h1>Parts</h1>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 1fr))', gap: 16 }}>
        {(['light', 'dark'] as const).map((theme) => (
          <section
            key={theme}
            aria-label={theme}
            style={{
              colorScheme: theme,
              minWidth: 0,
              padding: 20,
              background: 'var(--ground)',
              color: 'var(--ink)',
            }}
          >
            <Parts />
          </section>
        ))}
      </div>
    </>
  );
}

function Parts() {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <>
      <Part title="Colours">
        {Object.entries(colours).map(([group, names]) => (
          <Fragment key={group}>
            <h3 style={{ flexBasis: '100%' }}>{group}</h3>
            {names.map((name) => (
              <span key={name} style={{ width: 88, fontSize: 'var(--text-small)' }}>
                <span
                  style={{
                    display: 'block',
                    height: 32,
                    border: '1px solid var(--line)',
                    borderRadius: 'var(--radius-small)',
                    background: `var(--${name})`,
                  }}
                />
                {name}
              </span>
            ))}
          </Fragment>
        ))}
      </Part>
      <Part title="Text and distances">
        {sizes.map((size) => (
          <span key={size} style={{ fontSize: `var(--text${size && `-${size}`})` }}>
            Sortiment {size}
          </span>
        ))}
        {spaces.map((space) => (
          <span
            key={space}
            style={{ width: `var(--space-${space})`, height: 16, background: 'var(--brand-mid)' }}
          />
        ))}
      </Part>
      <Part title="Buttons">
        {(['solid', 'outlined', 'minimal'] as const).map((variant) =>
          intents.map((intent) => (
            <Button key={`${variant} ${intent}`} {...{ variant, intent }} text={`${variant} ${intent}`} />
          )),
        )}
        <Button intent="primary" icon={<ShoppingCart />} text="With a sign" />
        <Button intent="primary" disabled text="Disabled" />
        <Button disabled text="Disabled" />
        <Button intent="primary" loading text="Loading" />
        <Button variant="minimal" icon={<Trash />} aria-label="Only a sign" />
        <ButtonGroup variant="outlined">
          <Button active text="One" />
          <Button text="Other" />
        </ButtonGroup>
        <SegmentedControl
          aria-label="One of them"
          options={['One', 'Other'].map((value) => ({ value, label: value }))}
          defaultValue="One"
        />
      </Part>
      <Part title="Fields">
        <FormGroup label="Text" labelFor={`${id}-text`} helperText="What is meant">
          <InputGroup id={`${id}-text`} placeholder="Placeholder" />
        </FormGroup>
        <FormGroup label="To be corrected" labelFor={`${id}-wrong`} intent="danger" helperText="Why">
          <InputGroup id={`${id}-wrong`} intent="danger" defaultValue="Wrong" />
        </FormGroup>
        <FormGroup label="Disabled" labelFor={`${id}-disabled`} disabled>
          <InputGroup id={`${id}-disabled`} disabled defaultValue="Fixed" />
        </FormGroup>
        <FormGroup label="Choice" labelFor={`${id}-choice`}>
          <HTMLSelect id={`${id}-choice`} options={['One', 'Other']} />
        </FormGroup>
        <FormGroup label="Long text" labelFor={`${id}-long`}>
          <TextArea id={`${id}-long`} />
        </FormGroup>
        <FindField text={text} setText={setText} count={{ found: 3, total: 12 }} />
        <div>
          <Checkbox defaultChecked label="Chosen" />
          <Checkbox defaultIndeterminate label="Some of it" />
          <Checkbox label="Not chosen" />
          <Checkbox disabled defaultChecked label="Fixed" />
        </div>
        <RadioGroup label="One of them" selectedValue="one" onChange={() => undefined}>
          <Radio value="one" label="One" />
          <Radio value="other" label="Other" />
        </RadioGroup>
        <div>
          <Switch defaultChecked label="On" />
          <Switch label="Off" />
        </div>
      </Part>
      <Part title="Tags, tabs, menus">
        {intents.map((intent) => (
          <Fragment key={intent}>
            <Tag intent={intent}>{intent}</Tag>
            <Tag minimal intent={intent}>
              {intent}
            </Tag>
          </Fragment>
        ))}
        <Tabs id={id} defaultSelectedTabId="one">
          <Tab id="one" title="One" panel={<p>What it holds</p>} />
          <Tab id="other" title="Other" panel={<p>Something else</p>} />
        </Tabs>
        <Menu aria-label="Menu">
          <MenuItem icon={<Tick />} text="Chosen" label="Ctrl K" />
          <MenuItem icon={<Blank />} active text="Active" />
          <MenuItem icon={<Blank />} disabled text="Disabled" />
          <MenuDivider />
          <MenuItem icon={<Trash />} intent="danger" text="Delete" />
        </Menu>
      </Part>
      <Part title="Table">
        <ScrollingTable label="Table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Packs</th>
              <th scope="col">CHF</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Etorivella, Filmtabl 120 mg</th>
              <td>119</td>
              <td>1’259.02</td>
            </tr>
            <tr>
              <th scope="row">
                <span className="visually-hidden">Loading</span>
                <Skeleton width={18}>{undefined}</Skeleton>
              </th>
              <td>–</td>
              <td>–</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>119</td>
              <td>1’259.02</td>
            </tr>
          </tfoot>
        </ScrollingTable>
      </Part>
      <Part title="Empty, loading, failed">
        <PageMessage
          heading="h3"
          icon={<TickCircle size={36} />}
          title="Nothing is missing"
          text="And why."
        />
        <p className="nothing">No information</p>
        <div className="bp6-skeleton" style={{ width: 200, height: 80 }} role="status" aria-label="Loading" />
        <Spinner size={28} aria-label="Loading" />
        <ProgressBar value={0.6} stripes={false} aria-label="Progress" />
        <FailureNotice error={new Error('parts')} onRetry={() => undefined} />
        {intents.map((intent) => (
          <Callout key={intent} intent={intent} icon={intent === 'warning' ? <WarningSign /> : <InfoSign />}>
            A notice: {intent}
          </Callout>
        ))}
        <Button
          text="Done"
          onClick={() => showDone('It is done.', { text: 'There', onClick: () => undefined })}
        />
        <Button text="Success" onClick={() => showSuccess('It worked.')} />
        <Button text="Failure" onClick={() => showFailure('It failed.')} />
        <Button
          text="Undoable"
          onClick={() => showUndoable('It is gone.', { text: 'Undo', onClick: () => undefined })}
        />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card style={{ marginBottom: 16 }}>
      <h2 style={{ marginBottom: 12 }}>{title}</h2>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>{children}</div>
    </Card>
  );
}
