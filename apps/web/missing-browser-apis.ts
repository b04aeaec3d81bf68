import compatData from '@mdn/browser-compat-data/forLegacyNode'
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import { supportedBrowsers } from './supported-browsers.ts'

const { chrome, edge, firefox, ios, safari } = supportedBrowsers
const oldest = {
  chrome,
  chrome_android: chrome,
  edge,
  firefox,
  firefox_android: firefox,
  safari,
  safari_ios: ios,
}

/** Features that at least one supported browser lacks, with the names of those browsers. */
export interface MissingApis {
  /** Global objects, like `Temporal`. */
  globals: Map<string, string>
  /** Functions of global objects, like `Promise.try`. */
  statics: Map<string, string>
  /** Members that no interface has in all supported browsers, like `getOrInsert`. */
  members: Map<string, string>
}

const has = ({ version_added: added, flags }: SimpleSupportStatement, version: number) =>
  !flags && typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= version

/** @returns names of the supported browsers that lack a feature, or '' */
function lackedBy(feature: Identifier): string {
  // oxlint-disable-next-line no-underscore-dangle -- name used by the compatibility data
  const support = feature.__compat?.support
  if (!support) return ''
  const lacking = Object.entries(oldest).filter(([name, version]) => {
    // the data contain every supported browser
    // cast: an unknown browser yields undefined
    const statements = support[name as keyof typeof oldest]
    return statements && ![statements].flat().some((one) => has(one, version))
  })
  return lacking.map(([name, version]) => `${name} ${version}`).join(', ')
}

/** MDN's compatibility data say which APIs the supported browsers lack. */
export function findMissingApis(): MissingApis {
  const missing: MissingApis = { globals: new Map(), statics: new Map(), members: new Map() }
  const known = new Set<string>()
  const { __compat: _api, ...web } = compatData.api
  const { __compat: _builtins, ...builtins } = compatData.javascript.builtins ?? {}
  for (const [name, one] of [...Object.entries(web), ...Object.entries(builtins)]) {
    const lacked = lackedBy(one)
    if (lacked) missing.globals.set(name, lacked)
    for (const key of Object.keys(one)) {
      const feature = one[key]
      if (!feature || key === '__compat' || !/^\w+$/.test(key)) continue
      const member = key.replace(/_static$/, '')
      const by = lackedBy(feature)
      if (by) {
        missing.statics.set(`${name}.${member}`, by)
        // If the interface is missing, its object is missing as well.
        if (key === member && !lacked) missing.members.set(member, by)
      } else known.add(member)
    }
  }
  for (const member of known) missing.members.delete(member)
  return missing
}
