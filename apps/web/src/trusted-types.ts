/**
 * Default Trusted Types policy; the server's CSP enforces it. The app never turns text into markup: style sheets are
 * allowed, tags are rejected. Scripts load from our own origin only.
 */
export function installTrustedTypesPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => throwUnless(!text.includes('<'), text, 'markup'),
    createScriptURL: (url) =>
      throwUnless(new URL(url, document.baseURI).origin === window.location.origin, url, 'script'),
  })
}

function throwUnless(allowed: boolean, text: string, kind: string): string {
  if (!allowed) throw new TypeError(`refused as ${kind}: ${text.slice(0, 80)}`)
  return text
}
