key=$(mktemp)
printf %s "$PAYTWIN_MERCHANT_PUBLIC_KEY" > "$key"
export key
printf %s "$PAYLOAD" |
  split -b 214 --filter='openssl pkeyutl -encrypt -pubin -inkey "$key" -pkeyopt rsa_padding_mode:oaep' - | base64 -w 0
echo
printf %s "$PAYLOAD" |
  openssl enc -aes-256-cbc -md md5 -salt -pass env:PAYTWIN_MERCHANT_CLIENT_SECRET -base64 -A 2>/dev/null
echo
rm "$key"
