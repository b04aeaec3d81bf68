/** The oldest versions that the app runs in: see docs/browsers.md. */
export const supportedBrowsers = { chrome: 119, edge: 119, firefox: 128, ios: 17.4, safari: 17.4 }

/** The same, in the words of the build: syntax and styles that they lack are written in older ones. */
export const buildTarget = Object.entries(supportedBrowsers).map(([name, version]) => `${name}${version}`)
