/** The oldest supported versions, see docs/browsers.md. */
export const supportedBrowsers = { chrome: 119, edge: 119, firefox: 128, ios: 17.4, safari: 17.4 }

/** The same as a build target: newer syntax and CSS are transpiled. */
export const buildTarget = Object.entries(supportedBrowsers).map(([name, version]) => `${name}${version}`)
