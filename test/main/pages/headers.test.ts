import { expect, it } from 'vitest';
import { CONSOLE_HEADERS, PAGE_HEADERS } from '#main/pages/page-files.ts';

const policy = new Map(
  (PAGE_HEADERS['Content-Security-Policy'] ?? '').split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  }),
);

it('names directives as a browser reads them, each once', () => {
  for (const name of policy.keys()) expect(name).toMatch(/^[a-z-]+$/);
  expect(policy.size).toBe((PAGE_HEADERS['Content-Security-Policy'] ?? '').split('; ').length);
});

it('closes everything, and opens only our own scripts, styles, fonts and pictures', () => {
  expect(policy.get('default-src')).toBe("'none'");
  const open = [...policy].filter(([name, sources]) => name.endsWith('-src') && sources !== "'none'");
  expect(Object.fromEntries(open)).toEqual({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
  });
});

it('closes what default-src does not cover', () => {
  for (const name of ['base-uri', 'form-action', 'frame-ancestors', 'trusted-types']) {
    expect(policy.get(name)).toBe("'none'");
  }
  expect(policy.get('require-trusted-types-for')).toBe("'script'");
});

it('takes boxes, printing, popups and the pointer from the pages, whatever their scripts ask for', () => {
  expect(policy.get('sandbox')?.split(' ').sort()).toEqual([
    'allow-downloads',
    'allow-forms',
    'allow-same-origin',
    'allow-scripts',
  ]);
  expect(PAGE_HEADERS['Permissions-Policy']).toContain('fullscreen=()');
});

it('lets the console’s page, and it alone, ask for a camera and play what it has in memory', () => {
  const { 'Permissions-Policy': features, 'Content-Security-Policy': csp, ...rest } = CONSOLE_HEADERS;
  const { 'Permissions-Policy': others = '', 'Content-Security-Policy': strict = '', ...same } = PAGE_HEADERS;
  expect(rest).toEqual(same);
  expect(features).toBe(others.replace('camera=()', 'camera=(self)'));
  expect(features).toContain('microphone=()');
  expect(csp).toBe(`${strict}; media-src blob:`);
  expect(others).toContain('camera=()');
});
