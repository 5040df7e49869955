import type { ReactNode } from 'react';
import './feedback.css';

interface PageMessageProps {
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  action?: ReactNode;
  /** h1 where the message is the whole page, lower inside a part of one. */
  heading?: 'h1' | 'h2' | 'h3';
}

/** What stands where there is nothing else to show. */
export function PageMessage({ icon, title, text, action, heading: Heading = 'h1' }: PageMessageProps) {
  return (
    <div className="page-message">
      <div className="page-message__icon">{icon}</div>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
