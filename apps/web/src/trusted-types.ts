/**
 * What the browser asks before a text becomes markup or the address of a script, where it knows Trusted Types; the server
 * tells it to. No text of ours becomes markup: style sheets pass, tags do not. Scripts come from our own address alone.
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
