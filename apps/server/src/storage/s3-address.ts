export interface S3Address {
  /** Protocol, host and port, like `https://s3.eu-west-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  /** Prefix of all keys: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Whether URLs name the bucket in their path or in their host name. */
  style: 'path' | 'host'
  /** Credentials. Without them, those of the environment, profile or machine role are used. */
  keys?: { id: string; secret: string }
  /** Whether browsers load images directly from the storage, by signed URLs, or through the server. */
  photos: 'direct' | 'server'
}

const addressFormat = 's3://KEY:SECRET@host/bucket, with / + @ : % of the keys written as %2F %2B %40 %3A %25'
const settingName = 'STORAGE_URL'

/** The options of the address. The first value is the default. */
const choices = { tls: ['1', '0'], style: ['path', 'host'], photos: ['direct', 'server'] } as const
const knownParameters = ['region', ...Object.keys(choices)]

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=1|0&style=path|host&photos=direct|server`.
 * @param errors  gets one line per error; none contains a key
 * @returns undefined if there was an error
 */
export function parseS3Address(text: string, errors: string[]): S3Address | undefined {
  const before = errors.length
  const addError = (line: string) => errors.push(`${settingName} ${line}`)
  if (!text.startsWith('s3://') || !URL.canParse(text)) {
    addError(`must be an address like ${addressFormat}.`)
    return undefined
  }
  const url = new URL(text)
  const [bucket = '', ...folders] = url.pathname.split('/').slice(1)
  const readChoice = <Choice extends keyof typeof choices>(key: Choice): (typeof choices)[Choice][number] => {
    const value = url.searchParams.get(key)
    const [defaultChoice, other] = choices[key]
    if (value !== null && value !== defaultChoice && value !== other)
      addError(`must have ${key}=${defaultChoice} or ${key}=${other}.`)
    return value === other ? other : defaultChoice
  }

  if (url.hostname === '') addError(`names no host: it must be an address like ${addressFormat}.`)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    addError('must have a bucket after the host: 3 to 63 lower-case letters, digits, dots and hyphens.')
  const prefix = folders.filter(Boolean).join('/')
  if (!/^[\w./-]*$/.test(prefix) || folders.includes('..'))
    addError('may have folders after the bucket, of letters, digits, dots, hyphens and underscores only.')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  if (!/^[\w-]+$/.test(region)) addError('must have a region like eu-west-1.')
  // A secret that is not escaped may end up anywhere in the URL, so the message repeats nothing of it.
  if (![...url.searchParams.keys()].every((key) => knownParameters.includes(key)))
    addError(`has something after its ? that is not known: it takes ${knownParameters.join(', ')}.`)
  const keys = readKeys(url)
  if (keys === null) addError(`must have both keys or none: it must be an address like ${addressFormat}.`)
  const protocol = readChoice('tls') === '1' ? 'https' : 'http'
  const style = url.searchParams.has('style') || !url.hostname.endsWith('.amazonaws.com') ? readChoice('style') : 'host'
  const photos = readChoice('photos')
  if (errors.length > before) return undefined
  const address = {
    endpoint: `${protocol}://${url.host}`,
    bucket,
    prefix: prefix && `${prefix}/`,
    region,
    style,
    photos,
  }
  return { ...address, ...(keys && { keys }) }
}

/** @returns the credentials, undefined if there are none, or null if one is missing or malformed */
function readKeys({ username, password }: URL): S3Address['keys'] | null {
  if (username === '' && password === '') return undefined
  if (username === '' || password === '') return null
  try {
    return { id: decodeURIComponent(username), secret: decodeURIComponent(password) }
  } catch {
    return null
  }
}
