import { Card } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import './feedback.css';
import { useDocumentTitle } from '../navigation/page-header.tsx';

interface GuestCardProps {
  title: string;
  intro?: string;
  children: ReactNode;
}

/** The frame of the pages before signing in. */
export function GuestCard({ title, intro, children }: GuestCardProps) {
  useDocumentTitle(title);
  return (
    <Card className="guest-card" elevation={1}>
      <h1>{title}</h1>
      <p className="guest-card__intro">{intro}</p>
      {children}
    </Card>
  );
}
