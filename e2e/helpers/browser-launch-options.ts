const optionsFor = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  // Chromium's sandbox does not start as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

export const launchOptions = optionsFor(process.env['CHROMIUM_PATH'])
/** The full browser, because headless Chromium shows no notifications. Only long journeys use it. */
export const fullBrowserOptions = optionsFor(process.env['FULL_CHROMIUM_PATH'])
