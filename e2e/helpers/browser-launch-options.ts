export const launchOptions = {
  ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  // Chromium's sandbox does not start as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
}
