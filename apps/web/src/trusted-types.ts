/**
 * Default Trusted Types policy; the server's CSP enforces it. The app never turns text into markup: style sheets pass,
 * tags are refused. Scripts load from our own origin only.
 */
export function guardTexts(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => refuseUnless(!text.includes('<'), text, 'markup'),
    createScriptURL: (url) =>
      refuseUnless(new URL(url, document.baseURI).origin === window.location.origin, url, 'script'),
  })
}

function refuseUnless(allowed: boolean, text: string, what: string): string {
  if (!allowed) throw new TypeError(`refused as ${what}: ${text.slice(0, 80)}`)
  return text
}
