import './bridge/zod-without-eval.ts';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startAppState } from './bridge/app-state.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element to draw into.');
startAppState();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
