// A shop that sends its shoppers to the hosted checkout page, and learns from webhooks what became of their orders.
package main

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"log"
	"net/http"
	"os"
	"path"
	"sync"
)

var orders sync.Map

func buy(response http.ResponseWriter, request *http.Request) {
	order := path.Base(request.URL.Path)
	invoice, _ := json.Marshal(map[string]any{
		"order": order, "amount": "40.00", "currency": "USD", "shippingAddress": nil,
		"cart":        []map[string]any{{"id": "lamp", "name": "Desk lamp", "price": "40.00", "quantity": 1}},
		"redirectUrl": "http://" + request.Host + "/orders/" + order,
	})
	call, _ := http.NewRequest("POST", os.Getenv("PAYTWIN_BASE_URL")+"/hosted-page", bytes.NewReader(invoice))
	call.Header.Set("Content-Type", "application/json")
	call.Header.Set("Authorization", "Bearer "+os.Getenv("PAYTWIN_MERCHANT_TOKEN"))
	answered, err := http.DefaultClient.Do(call)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadGateway)
		return
	}
	defer answered.Body.Close()
	var created struct{ Result struct{ URL string } }
	if err := json.NewDecoder(answered.Body).Decode(&created); err != nil {
		http.Error(response, err.Error(), http.StatusBadGateway)
		return
	}
	http.Redirect(response, request, created.Result.URL, http.StatusSeeOther)
}

func webhook(response http.ResponseWriter, request *http.Request) {
	var event struct {
		Data      struct{ Data string }
		Signature string
	}
	if json.NewDecoder(request.Body).Decode(&event) != nil || !isValid(event.Data.Data, event.Signature) {
		http.Error(response, "invalid webhook", http.StatusBadRequest)
		return
	}
	// Only this text is signed, not the copies of its fields around it.
	var payment struct{ OfferID, PaymentStatus string }
	if json.Unmarshal([]byte(event.Data.Data), &payment) != nil {
		http.Error(response, "invalid webhook", http.StatusBadRequest)
		return
	}
	status := "pending"
	if payment.PaymentStatus == "1" {
		status = "completed"
	}
	orders.Store(payment.OfferID, status)
}

func isValid(text, signature string) bool {
	block, _ := pem.Decode([]byte(os.Getenv("PAYTWIN_WEBHOOK_PUBLIC_KEY")))
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return false
	}
	bytes, _ := base64.StdEncoding.DecodeString(signature)
	digest := sha256.Sum256([]byte(text))
	return rsa.VerifyPKCS1v15(key.(*rsa.PublicKey), crypto.SHA256, digest[:], bytes) == nil
}

func order(response http.ResponseWriter, request *http.Request) {
	status, paid := orders.Load(path.Base(request.URL.Path))
	if !paid {
		status = "not paid"
	}
	fmt.Fprintf(response, "Order %s: %s", path.Base(request.URL.Path), status)
}

func main() {
	http.HandleFunc("/buy/", buy)
	http.HandleFunc("/webhook", webhook)
	http.HandleFunc("/orders/", order)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
