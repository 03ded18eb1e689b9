// A request as a program: what the reference shows in several languages after a call. Swagger UI writes the one for curl.

/** A request as Swagger UI keeps it. */
interface SampledRequest {
  get(name: 'url' | 'method' | 'body'): unknown
  get(name: 'headers'): Iterable<[string, string]> | undefined
}

interface Parts {
  url: string
  method: string
  headers: [string, string][]
  /** Undefined without a body. */
  body: string | undefined
}

const quoted = (text: string) => JSON.stringify(text)
const quotedForPhp = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
const lines = (texts: readonly (string | undefined)[]) =>
  texts.filter((text) => text !== undefined).join('\n')

function javascript({ url, method, headers, body }: Parts): string {
  return lines([
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    `  headers: ${JSON.stringify(Object.fromEntries(headers))},`,
    body === undefined ? undefined : `  body: ${quoted(body)},`,
    '})',
    'console.log(response.status, await response.text())',
  ])
}

function python({ url, method, headers, body }: Parts): string {
  return lines([
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${quoted(url)},`,
    `    method=${quoted(method)},`,
    `    headers=${JSON.stringify(Object.fromEntries(headers))},`,
    body === undefined ? undefined : `    data=${quoted(body)}.encode(),`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ])
}

function php({ url, method, headers, body }: Parts): string {
  const sent = headers.map(([name, value]) => quotedForPhp(`${name}: ${value}`))
  return lines([
    '<?php',
    `$response = file_get_contents(${quotedForPhp(url)}, false, stream_context_create(['http' => [`,
    `    'method' => ${quotedForPhp(method)},`,
    `    'header' => [${sent.join(', ')}],`,
    body === undefined ? undefined : `    'content' => ${quotedForPhp(body)},`,
    "    'ignore_errors' => true,",
    ']]));',
    'echo $http_response_header[0], "\\n", $response;',
  ])
}

function go({ url, method, headers, body }: Parts): string {
  const reader = body === undefined ? 'nil' : `strings.NewReader(${quoted(body)})`
  return lines([
    'package main',
    '',
    'import (',
    ...['fmt', 'io', 'net/http', ...(body === undefined ? [] : ['strings'])].map(
      (name) => `\t${quoted(name)}`,
    ),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.Status, string(text))',
    '}',
  ])
}

const writers = { JavaScript: javascript, Python: python, PHP: php, Go: go }

/** The options of Swagger UI for the samples: the tabs, and a plugin that writes what they show. */
export function sampleOptions() {
  const generators: Record<string, object> = { curl_bash: { title: 'curl', syntax: 'bash' } }
  const fn: Record<string, (request: SampledRequest) => string> = {}
  for (const [title, write] of Object.entries(writers)) {
    generators[title] = { title, syntax: 'javascript' }
    fn[`requestSnippetGenerator_${title}`] = (request) => write(partsOf(request))
  }
  return {
    requestSnippetsEnabled: true,
    requestSnippets: { generators, languages: Object.keys(generators), defaultExpanded: true },
    plugins: [{ fn }],
  }
}

function partsOf(request: SampledRequest): Parts {
  const body = request.get('body')
  return {
    url: String(request.get('url')),
    method: String(request.get('method')).toUpperCase(),
    headers: [...(request.get('headers') ?? [])],
    body: typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body),
  }
}
