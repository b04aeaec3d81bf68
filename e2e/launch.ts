/** How the browser is started. */
export const launchOptions = {
  ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  // the sandbox of the browser does not start for root
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
}
