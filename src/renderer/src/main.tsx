import './bridge/zod-without-eval.ts';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { useNavigation } from './navigation/navigation.ts';
import { startWindow } from './shell/known-code.ts';
import { SCREENS, loadScreen } from './shell/screens.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element to draw into.');
// The link of a style sheet that couldn't be loaded counts as loaded for what shares it: without it, it is asked for again.
addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true);
startWindow();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
// After the first drawing: requesting it earlier delays the list of screens, and no screen is shown before the state is known.
const first = SCREENS.find(({ id }) => id === useNavigation.getState().screen);
if (first) requestAnimationFrame(() => setTimeout(() => void loadScreen(first)));
