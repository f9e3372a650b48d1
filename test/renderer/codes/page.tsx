// A page of the two components alone: what was read is left where the test looks.
import { createRoot } from 'react-dom/client';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { CodeCard } from '#renderer/features/codes/code-card.tsx';
import { CodeScanner } from '#renderer/features/codes/code-scanner.tsx';

const place = window as unknown as { read?: string[]; shown: string[] };
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no root.');
const shown = place.shown.map((hex) => fromHex(hex));
createRoot(root).render(
  <>
    <CodeScanner onFiles={(files) => (place.read = files.map((file) => toHex(file)))} />
    <CodeCard title="Stamps" files={shown} size={shown.reduce((sum, { length }) => sum + length, 0)} />
  </>,
);
