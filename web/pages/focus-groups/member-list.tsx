import { OptionList } from '../../components/forms/option-list.tsx';
import './member-list.css';

export interface Member {
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
export function MemberList({ members, ...props }: MemberListProps) {
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
