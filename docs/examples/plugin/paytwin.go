// A round-tripper that sends the requests to the service to paytwin.
package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
)

type paytwin struct{ base *url.URL }

func (p paytwin) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Host == "api.payments.example" {
		request = request.Clone(request.Context())
		query := request.URL.RawQuery
		request.URL = p.base.JoinPath(request.URL.Path)
		request.URL.RawQuery = query
		request.Host = p.base.Host
	}
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	base, err := url.Parse(os.Getenv("PAYTWIN_BASE_URL"))
	if err != nil {
		panic(err)
	}
	client := http.Client{Transport: paytwin{base}}
	response, err := client.Get("https://api.payments.example/plugin/version")
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, response.Header.Get("x-paytwin-outside-contract"))
}
