import type { ChecklistItem } from '../../api/setup.ts';
import { publishCommand } from '../../components/feedback/no-reference-data.tsx';

/** Makes an administrator from the command line. */
export const firstAdminCommand = 'npm run user -- add first.last@example.ch --name "First Last" --role Admin';

/** What an item is done or changed with: commands, or environment variables of the portal. */
export function commandsOf({ name, missing, facts }: ChecklistItem): string[] {
  switch (name) {
    case 'provider':
      return [
        `PROVIDER_NAME=${quoted(facts.name ?? '')}`,
        `PROVIDER_COMPANIES=${quoted(facts.companies ?? '')}`,
      ];
    case 'referenceData':
      return [publishCommand(missing)];
    case 'mail':
      return ['SMTP_URL="smtps://name:password@mail.example.ch:465"'];
    case 'contact':
      return [
        `CONTACT_ADDRESS=${quoted(facts.address ?? 'Example AG, Musterstrasse 1, 6300 Zug')}`,
        `CONTACT_PHONE=${quoted(facts.phone ?? '+41 41 000 00 00')}`,
        `CONTACT_EMAIL=${quoted(facts.email ?? 'info@example.ch')}`,
      ];
    case 'documents':
      return ['DOCUMENTS_DIR="/srv/portal-documents"'];
    case 'wholesalers':
    case 'customers':
      return [];
    case 'colleagues':
      return ['npm run user -- add first.last@example.ch --name "First Last"'];
  }
}

/** The page on which an item is done, where there is one. */
export function pageOf({ name }: ChecklistItem): string | null {
  return pages[name] ?? null;
}

const pages: Partial<Record<ChecklistItem['name'], string>> = {
  provider: '/config',
  referenceData: '/admin/template-files',
  contact: '/config',
  documents: '/admin/template-files',
  wholesalers: '/admin/wholesalers',
  customers: '/admin/template-files',
  colleagues: '/admin/users',
};

function quoted(value: string | number): string {
  return `"${String(value).replace(/(["\\$`])/g, '\\$1')}"`;
}
