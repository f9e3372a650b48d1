import './bridge/zod-without-eval.ts';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startSession } from './bridge/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element to draw into.');
startSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
